import { expect, test } from "vitest";
import { redactor } from "#worker/build/redact.ts";

test.each([
  [["hunter2"], "the hunter2 is hunter2", "the **** is ****"],
  [["abc"], "abc is too short to hide", "abc is too short to hide"],
  [["", "    "], "nothing to    hide", "nothing to    hide"],
  [["first line\nsecond line"], "a first line", "a ****"],
  [["first line\nsecond line"], "a second line b", "a **** b"],
  [["token", "token-long"], "token-long", "****"],
  [["a.c+d"], "a.c+d abcd", "**** abcd"],
  [["$& $1x"], "is $& $1x", "is ****"],
])("%j hidden in %j", (secrets, text, shown) => expect(redactor(secrets)(text)).toBe(shown));
