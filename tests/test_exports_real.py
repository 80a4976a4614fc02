"""The exports as the real libraries read them; skipped where they are not installed (`formats`)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from export_samples import UNFAITHFUL, golden_row

from adjudge_queue.exports import EXPORTS

pytestmark = pytest.mark.filterwarnings("ignore")  # theirs are not ours to mend


def write(tmp_path: Path, name: str, *rows: dict[str, Any]) -> Path:
    path = tmp_path / f"golden{EXPORTS[name].suffix}"
    path.write_text("".join(EXPORTS[name].write(rows)), encoding="utf-8")
    return path


def test_deepeval_takes_the_goldens_and_gives_them_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEEPEVAL_TELEMETRY_OPT_OUT", "YES")
    monkeypatch.chdir(tmp_path)  # it leaves a folder behind where it runs
    dataset = pytest.importorskip("deepeval.dataset", exc_type=ImportError)
    rows = [golden_row("a"), golden_row("b", question="{{ x }} =1+1")]
    found = dataset.EvaluationDataset()
    found.add_goldens_from_json_file(str(write(tmp_path, "deepeval", *rows)))
    assert [one.name for one in found.goldens] == ["a", "b"]
    first = found.goldens[0]
    assert first.expected_output == UNFAITHFUL["corrected_answer"]
    assert first.retrieval_context == ["The pump weighs 21 kg."]
    assert first.source_file == "manual"
    again = found.save_as(file_type="json", directory=str(tmp_path), file_name="again")
    read = EXPORTS["deepeval"].read
    assert read is not None
    assert list(read(Path(again).read_text("utf-8"))) == rows


def test_ragas_takes_the_annotations(tmp_path: Path) -> None:
    schema = pytest.importorskip("ragas.dataset_schema", exc_type=ImportError)
    path = write(tmp_path, "ragas", golden_row("a"), golden_row("b"))
    found = schema.MetricAnnotation.from_json(str(path), metric_name="faithfulness")
    assert len(found) == 2
    sample = found["faithfulness"][0]
    assert (sample.metric_output, sample.is_accepted, sample.target) == (1.0, False, 0.0)
    assert found["faithfulness"].to_evaluation_dataset()[0].response == golden_row()["answer"]


def test_ragas_knows_the_prompts_by_our_names() -> None:
    metrics = pytest.importorskip("ragas.metrics._faithfulness", exc_type=ImportError)
    known = metrics.Faithfulness().get_prompts()
    rows = [golden_row()]
    (annotation,) = EXPORTS["ragas"].write(rows)
    prompts = json.loads(annotation)["faithfulness"][0]["prompts"]
    assert set(prompts) == set(known)
    for name, one in prompts.items():
        known[name].input_model.model_validate(one["prompt_input"])
        for output in (one["prompt_output"], one["edited_output"]):
            if output is not None:
                known[name].output_model.model_validate(output)


#: The labelling interface of docs/golden.md.
PAGE = Path(__file__).resolve().parents[1] / "docs" / "golden.md"


def test_label_studio_takes_tasks_annotations_and_predictions(tmp_path: Path) -> None:
    sdk = pytest.importorskip("label_studio_sdk.label_interface", exc_type=ImportError)
    interface = PAGE.read_text("utf-8").partition("```xml\n")[2].partition("```")[0]
    label_interface = sdk.LabelInterface(interface)
    label_interface.validate()
    rows = [golden_row("a"), golden_row("b", question="<b>x</b>")]
    tasks = json.loads(write(tmp_path, "label-studio", *rows).read_text("utf-8"))
    for task in tasks:
        assert label_interface.validate_task({"data": task["data"]})
        for annotation in task["annotations"]:
            assert label_interface.validate_annotation(annotation)
        for prediction in task["predictions"]:
            assert label_interface.validate_prediction(prediction)
    wrong = {"result": [{**tasks[0]["annotations"][0]["result"][0], "from_name": "nobody"}]}
    assert not label_interface.validate_annotation(wrong)


def test_mlflow_takes_the_records(tmp_path: Path) -> None:
    entities = pytest.importorskip("mlflow.entities.dataset_record", exc_type=ImportError)
    rows = [golden_row("a"), golden_row("b")]
    found = json.loads(write(tmp_path, "mlflow", *rows).read_text("utf-8"))
    known = {"dataset_id": "d", "created_time": 1, "last_update_time": 1}
    again = []
    for number, one in enumerate(found):
        whole = {**one, **known, "dataset_record_id": str(number)}
        record = entities.DatasetRecord.from_dict(whole)
        record = entities.DatasetRecord.from_proto(record.to_proto())
        assert record.expectations["expected_response"] == UNFAITHFUL["corrected_answer"]
        assert record.outputs == {"response": golden_row()["answer"]}
        again.append(record.to_dict())
    read = EXPORTS["mlflow"].read
    assert read is not None
    assert list(read(json.dumps(again))) == rows


def test_inspect_takes_the_samples(tmp_path: Path) -> None:
    dataset = pytest.importorskip("inspect_ai.dataset", exc_type=ImportError)
    rows = [golden_row("a"), golden_row("b", question="{{ x }} =1+1")]
    found = dataset.json_dataset(str(write(tmp_path, "inspect", *rows)))
    assert [(one.id, one.input) for one in found] == [
        ("a", golden_row()["question"]),
        ("b", "{{ x }} =1+1"),
    ]
    assert found[0].target == UNFAITHFUL["corrected_answer"]
    assert found[0].metadata["labels"] == {"faithfulness": "unfaithful"}
    samples = "\n".join(json.dumps(one.model_dump()) for one in found)
    read = EXPORTS["inspect"].read
    assert read is not None
    assert list(read(samples)) == rows


def test_inspect_takes_the_plain_csv_too(tmp_path: Path) -> None:
    dataset = pytest.importorskip("inspect_ai.dataset", exc_type=ImportError)
    path = write(tmp_path, "judge-human", golden_row("a"))
    header = path.read_text("utf-8").splitlines()[0].split(",")
    fields = dataset.FieldSpec(input=header[0], id=header[0], metadata=header[1:])
    [sample] = dataset.csv_dataset(str(path), fields)
    assert sample.id == "a"
    assert "unfaithful" in sample.metadata.values()
