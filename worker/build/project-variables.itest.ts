import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#test/api.ts";
import { runBuildOf } from "#test/factories/build-runs.ts";
import { buildableProject, onePage } from "#test/factories/builds.ts";
import { buildPerson } from "#test/factories/tenants.ts";
import { type GitServer, startGitServer } from "#test/git-server.ts";

let server: GitServer;

beforeAll(async () => {
  server = await startGitServer();
});
afterAll(() => server.close());

test("what is set over the API is what a build's commands find", async () => {
  const maintainer = await buildPerson();
  const check =
    'printf "%s" "$BIG" | wc -c; printf "%s" "$ODD" | sha256sum; printf "%s" "$OPEN"; echo; echo $TOKEN; echo $GONE.';
  const { project } = await buildableProject(server, [check, onePage], { maintainer });
  const list = `/projects/${project.slug}/environmentvariables/`;
  const add = async (name: string, value: string, more: object = {}) => {
    const { body } = await api(maintainer).post(list, { name, value, ...more });
    return `${list}${body.pk}/`;
  };
  await add("BIG", "x".repeat(48_000));
  // printf "it's \"\$x\" \\\\ é\n\ttwo" | sha256sum
  await add("ODD", 'it\'s "$x" \\ \u00e9\n\ttwo');
  await add("OPEN", "everybody may see", { public: true });
  await add("LD_BIND_NOW", "1");
  const token = await add("TOKEN", "halibut");
  await api(maintainer).patch(token, { value: "swordfish" });
  await api(maintainer).delete(await add("GONE", "forgotten"));

  const { build, output } = await runBuildOf(project);
  expect(build.success).toBe(true);
  expect(output).toEqual(
    expect.arrayContaining([
      "48000",
      "37652dfa1418416991f38a3b2dfadf8d0699fc5f697ebc9f17cf692b1f3e9b4c  -",
      "everybody may see",
      "****",
      ".",
    ]),
  );
  expect(output.join("\n")).not.toMatch(/halibut|swordfish|forgotten/);
});
