#ifndef CHAR_LM_PROGRESS_HPP
#define CHAR_LM_PROGRESS_HPP

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <string>

/// A bar with the loss behind it: redrawn in place on a terminal, a line every tenth elsewhere.
class progress_bar {
 public:
  explicit progress_bar(int steps) : steps_(steps), live_(isatty(STDOUT_FILENO) != 0) {}

  void show(int step, double loss) {
    const bool due = live_ ? step % 20 == 0 || step == steps_ : step % (steps_ / 10) == 0;
    if (!due) return;
    constexpr int width = 40;
    const int filled = width * step / steps_;
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    std::printf("%s[%s%s] %5d/%d  loss %.3f  %.1f s%s", live_ ? "\r" : "", std::string(std::size_t(filled), '#').c_str(),
                std::string(std::size_t(width - filled), '.').c_str(), step, steps_, loss, seconds, live_ && step != steps_ ? "" : "\n");
    std::fflush(stdout);
  }

 private:
  int steps_;
  bool live_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

#endif
