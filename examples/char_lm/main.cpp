// A character model that learns a text: an embedding of the last 16 characters, two hidden layers, softmax. The C++ compiler
// turns a whole training step (forward, loss, backward, AdamW) into a handful of fused loops.
//
//   char_lm [FILE...]     learns the given text files, by default the licences that every Debian system carries

#include <algorithm>
#include <cmath>
#include <iostream>

#include "corpus.hpp"
#include "progress.hpp"
#include "tenon/backends/reference.hpp"
#include "tenon/explain.hpp"
#include "tenon/training.hpp"

using namespace tenon;

struct char_model {
  nn::embedding<characters, 24> letters;
  nn::linear<window * 24, 512> hidden1;
  nn::linear<512, 256> hidden2;
  nn::linear<256, characters> next;

  constexpr value operator()(value context) const {
    const value x = flatten(letters(context), 1);
    return next(relu(hidden2(relu(hidden1(x)))));
  }
};

struct objective {
  constexpr value operator()(const auto& net, value context, value target) const { return cross_entropy(net(context), target); }
};
struct reference_options {
  using backend = backends::reference;
};

using contexts = tensor<std::int32_t, dim<"batch">, window>;
using targets = tensor<std::int32_t, dim<"batch">>;

constexpr int steps = 3000, batch = 256;
constexpr optim::adamw optimizer{.learning_rate = 4e-3, .weight_decay = 1};

/// Nats a character on the held-out tenth.
double held_out_loss(const model<char_model>& m, const corpus& text) {
  const auto loss = compile([](value logits, value target) { return cross_entropy(logits, target); });
  double sum = 0;
  for (std::size_t done = 0; done < text.held_out_places();) {
    const std::size_t count = std::min<std::size_t>(1024, text.held_out_places() - done);
    contexts c(std::int64_t(count), window);
    targets t = targets::with_extents({std::int64_t(count)});
    text.fill(c, t, [&](std::int64_t i) { return text.held_out(done + std::size_t(i)); });
    sum += double(loss(m(c), t).item()) * double(count);
    done += count;
  }
  return sum / double(text.held_out_places());
}

/// Text that the model goes on with, drawn with a temperature of 0.7.
std::string sample(const model<char_model>& m, std::string start, int length) {
  const auto probabilities = compile([](value logits) { return softmax(logits / 0.7f); });
  std::mt19937 random(5);
  contexts c(1, window);
  for (int i = 0; i < length; ++i) {
    for (int k = 0; k < window; ++k) c(0, k) = start[start.size() - window + std::size_t(k)];
    const auto p = probabilities(m(c));
    start.push_back(char(std::discrete_distribution<int>(p.begin(), p.end())(random)));
  }
  return start;
}

template <class Trainer>
double milliseconds_a_step(Trainer& t, const contexts& c, const targets& y, int times) {
  t.step(c, y);
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < times; ++i) t.step(c, y);
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count() / times;
}

int main(int argc, char** argv) try {
  std::string all;
  const auto files = files_to_learn(argc, argv);
  for (const auto& file : files) all += read_text(file);
  const corpus text(all);
  std::cout << "learning " << text.size() << " characters of " << files.size() << " files with " << model<char_model>::size() << " parameters\n\n";

  model<char_model> m(1);
  auto training = compile_training<optimizer>(m, objective{});
  contexts c(batch, window);
  targets y = targets::with_extents({batch});
  std::mt19937_64 random(1);
  const auto any_place = [&](std::int64_t) { return random() % text.training_places(); };

  text.fill(c, y, any_place);
  std::cout << explain(training, c, y) << '\n';

  progress_bar bar(steps);
  double smooth = std::log(double(characters));
  for (int step = 1; step <= steps; ++step) {
    training.set_learning_rate(optimizer.learning_rate * 0.5 * (1 + std::cos(3.14159265 * step / steps)));
    text.fill(c, y, any_place);
    smooth += 0.02 * (double(training.step(c, y)) - smooth);
    bar.show(step, smooth);
  }

  const double loss = held_out_loss(m, text);
  std::cout << "\nheld-out loss: " << loss << " nats a character\n";

  const auto path = (std::filesystem::temp_directory_path() / "char_lm.safetensors").string();
  m.save(path);
  model<char_model> loaded;
  loaded.load(path);
  std::cout << "saved to " << path << " and loaded back: held-out loss " << held_out_loss(loaded, text) << "\n\n";

  std::cout << sample(loaded, all.substr(all.find("The "), window), 500) << "\n\n";

  auto slow = compile_training<optimizer, reference_options>(loaded, objective{});
  std::cout << "a step on simd: " << milliseconds_a_step(training, c, y, 50) << " ms, on reference: " << milliseconds_a_step(slow, c, y, 1) << " ms\n";
  return loss < 2.0 ? 0 : 1;
} catch (const std::exception& e) {
  std::cerr << "char_lm: " << e.what() << '\n';
  return 2;
}
