"""Wrote good.eval and poor.eval beside it, with Inspect 0.3.285 itself: two stand-in models, 12 sums, 2 epochs.

pip install inspect-ai==0.3.285 && python make.py    (then rename the two logs)
"""

from inspect_ai import Task, eval, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from inspect_ai.scorer import match

RIGHT = {"mockllm/good": 9, "mockllm/poor": 4}  # answers in ten


@task
def sums() -> Task:
    samples = [
        Sample(id=f"q{i}", input=f"{i}+1?", target=str(i + 1), metadata={"topic": f"t{i % 4}"}) for i in range(12)
    ]
    return Task(dataset=MemoryDataset(samples), scorer=match(), epochs=2)


def said(name: str, text: str) -> ModelOutput:
    output = ModelOutput.from_content(name, text)
    output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return output


for name, right in RIGHT.items():
    answers = (said(name, str(k % 12 + 1) if (k * 7) % 10 < right else "dunno") for k in range(200))
    model = get_model(name, custom_outputs=answers)
    eval(sums(), model=model, log_dir=".", log_format="eval", display="none", max_connections=1, max_samples=1)
