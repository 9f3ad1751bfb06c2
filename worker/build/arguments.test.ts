import { expect, test } from "vitest";
import { expandArguments, showArguments } from "#worker/build/arguments.ts";

const environment = {
  READTHEDOCS_OUTPUT: "/out/",
  READTHEDOCS_VIRTUALENV_PATH: "/venv",
  CONDA_ENVS_PATH: "/conda",
  CONDA_DEFAULT_ENV: "latest",
  TOKEN: "secret",
};

test.each([
  [["$READTHEDOCS_VIRTUALENV_PATH/bin/python"], ["/venv/bin/python"]],
  [["$CONDA_ENVS_PATH/$CONDA_DEFAULT_ENV/bin/python"], ["/conda/latest/bin/python"]],
  [
    ["a", "$READTHEDOCS_OUTPUT/html"],
    ["a", "/out//html"],
  ],
  [
    ["$TOKEN", "$(id)", "`id`", "a b", "", "$READTHEDOCS_OUTPUTS"],
    ["$TOKEN", "$(id)", "`id`", "a b", "", "$READTHEDOCS_OUTPUTS"],
  ],
])("[builds E4] %j is executed as %j", (args, executed) =>
  expect(expandArguments(args, environment)).toEqual(executed),
);

test.each([
  [["uv", "sync", "--group", "docs"], "uv sync --group docs"],
  [
    ["$READTHEDOCS_VIRTUALENV_PATH/bin/python", "-m", "pip", "install", ".[docs,all]"],
    "python -m pip install .[docs,all]",
  ],
  [["$CONDA_ENVS_PATH/$CONDA_DEFAULT_ENV/bin/python", "-V"], "python -V"],
  [["a", "$READTHEDOCS_OUTPUT/html"], "a $READTHEDOCS_OUTPUT/html"],
  [["a", "$TOKEN", "x;y", "it's", "a b", "", "<58", "ü"], "a \\$TOKEN x\\;y it\\'s a\\ b '' \\<58 \\ü"],
  [["a", "$READTHEDOCS_OUTPUT$HOME"], "a $READTHEDOCS_OUTPUT\\$HOME"],
])("[builds E4] %j is shown as %s", (args, shown) => expect(showArguments(args)).toBe(shown));
