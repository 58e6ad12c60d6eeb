"""A small network, and a step of its training."""

from .loaded_torch import F, torch
from .table import Array, Entry, Snippet

IN, HIDDEN, OUT = 784, 128, 10
PARAMETERS = IN * HIDDEN + HIDDEN + HIDDEN * OUT + OUT


def network():
    nn = torch.nn
    return nn.Sequential(nn.Linear(IN, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, OUT))


def torch_training(batch):
    model = network()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)

    def step(x, y):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        return loss

    return step, (torch.randn(batch, IN), torch.randint(0, OUT, (batch,)))


ENTRIES = [
    Entry(
        family="model", name="mlp_784_128_10", sizes={"1": {"batch": 1}, "64": {"batch": 64}},
        arguments=(Array("x", ("batch", IN)), Array("v", (HIDDEN, IN), scale=0.036), Array("c", (HIDDEN,), scale=0.036),
                   Array("w", (OUT, HIDDEN), scale=0.088), Array("d", (OUT,), scale=0.088)),
        result=Array("out", ("batch", OUT)), bandwidth="read",
        multiply_adds=lambda extents: extents["batch"] * (IN * HIDDEN + HIDDEN * OUT),
        torch_setup=lambda batch: (network().eval(), (torch.randn(batch, IN),)),
        tenon="linear(relu(linear(x, v, c)), w, d)",
        eigen="array_of<float, 2> h(x.rows(), v.rows()); h.matrix().noalias() = x.matrix() * v.matrix().transpose(); "
              "h = (h.rowwise() + c.transpose()).max(0.f); out.matrix().noalias() = h.matrix() * w.matrix().transpose(); "
              "out.rowwise() += d.transpose();"),
    Entry(
        family="model", name="train_mlp_adam", sizes={"64": {"batch": 64}}, trains=True,
        moved=lambda extents: 6 * 4 * PARAMETERS + extents["batch"] * (4 * IN + 8),  # parameters and two states, read and written
        multiply_adds=lambda extents: extents["batch"] * (2 * IN * HIDDEN + 3 * HIDDEN * OUT),
        torch_setup=torch_training,
        tenon=Snippet("""
using net = nn::sequential<nn::linear<784, 128>, nn::relu, nn::linear<128, 10>>;
struct objective {
  constexpr value operator()(const net& n, value x, value y) const { return cross_entropy(n(x), y); }
};
struct job {
  model<net> m;
  trainer<net, objective, optim::adam{}, default_options> training{m};
  tensor<float, dim<"batch">, 784> x;
  tensor<std::int64_t, dim<"batch">> y;
};
const auto j = std::make_shared<job>();
j->x = filled<tensor<float, dim<"batch">, 784>>({1, 0, 0}, {batch, 784});
j->y = filled<tensor<std::int64_t, dim<"batch">>>({1, 0, 10}, {batch});
return [j] { mark_as_used(j->training.step(j->x, j->y)); };
""")),
]
