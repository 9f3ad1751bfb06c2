import { parseArgs } from "node:util";
import { createAccount } from "#lib/accounts/commands.ts";
import { findUser } from "#lib/accounts/queries.ts";
import { emailRule, usernameRule } from "#lib/accounts/rules.ts";
import { createToken } from "#lib/accounts/tokens/commands.ts";
import { tokenScopes } from "#lib/accounts/tokens/schema.ts";
import { createOrganization } from "#lib/organizations/commands.ts";
import { openOrganization } from "#lib/organizations/queries.ts";
import { organizationInput } from "#lib/organizations/schema.ts";
import { createTeam } from "#lib/organizations/teams/commands.ts";
import { teamAccess } from "#lib/organizations/teams/schema.ts";
import { db } from "#lib/platform/db/client.ts";
import { env } from "#lib/platform/env.ts";
import { type FieldErrors, isProblem } from "#lib/platform/errors.ts";

/** What an operator does without the dashboard. Prints one JSON object; says in one sentence what is wrong and exits with 1 or 2. */
const usage = `Usage: npm run -s admin -- <command>
  user create --username U --email E --password P [--superuser]
  token create --user U --name N [--scope read|write]
  organization create --slug S --name N --owner U
  team create --organization S --name N --access admin|readonly [--member U]... [--project P]...`;

class Refusal extends Error {
  readonly exitCode: number;
  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

const operator = { kind: "system", job: "operator" } as const;

type Options = Record<string, string | boolean | string[] | undefined>;

function required(options: Options, name: string): string {
  const value = options[name];
  if (typeof value === "string" && value.trim() !== "") return value.trim();
  throw new Refusal(`--${name} is missing.\n${usage}`, 2);
}

const several = (options: Options, name: string): string[] => {
  const value = options[name];
  return Array.isArray(value) ? value : [];
};

function oneOf<T extends string>(value: string, known: readonly T[], name: string): T {
  const found = known.find((one) => one === value);
  if (found === undefined) throw new Refusal(`--${name} must be ${known.join(" or ")}.`, 2);
  return found;
}

function checked(problem: string | null, name: string): void {
  if (problem) throw new Refusal(`--${name}: ${problem}`);
}

async function userNamed(username: string) {
  const user = await findUser(username);
  if (!user) throw new Refusal(`There is no user named ${username}.`);
  return user;
}

async function createUserCommand(options: Options) {
  const username = required(options, "username");
  const email = required(options, "email");
  checked(usernameRule(username), "username");
  checked(emailRule(email), "email");
  const { id } = await createAccount(operator, {
    username,
    email,
    password: required(options, "password"),
    firstName: "",
    lastName: "",
    superuser: options.superuser === true,
    emailVerified: true,
  });
  return { id, username, email, superuser: options.superuser === true };
}

async function createTokenCommand(options: Options) {
  const user = await userNamed(required(options, "user"));
  const name = required(options, "name");
  const scope = oneOf(typeof options.scope === "string" ? options.scope : "write", tokenScopes, "scope");
  const { row, token } = await createToken(operator, {
    userId: user.id,
    name,
    scope,
    expires: null,
    projectIds: null,
  });
  return { token, id: row.id, name, scope, user: user.username };
}

function businessOnly(): void {
  if (env.EDITION !== "business") throw new Refusal("Organizations exist in the business edition only.");
}

async function createOrganizationCommand(options: Options) {
  businessOnly();
  const owner = await userNamed(required(options, "owner"));
  const parsed = organizationInput.safeParse({
    slug: required(options, "slug"),
    name: required(options, "name"),
  });
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new Refusal(`--${issue?.path.join(".")}: ${issue?.message}`);
  }
  const { id, slug } = await createOrganization(operator, parsed.data, owner.id);
  return { id, slug, name: parsed.data.name, owner: owner.username };
}

async function createTeamCommand(options: Options) {
  businessOnly();
  const organization = await openOrganization(operator, required(options, "organization"), "admin");
  const members = await Promise.all(several(options, "member").map(userNamed));
  const access = oneOf(required(options, "access"), teamAccess, "access");
  const name = required(options, "name");
  const projects = several(options, "project");
  const { id, slug } = await createTeam(organization, {
    name,
    access,
    memberIds: [...new Set(members.map((member) => member.id))],
    projectSlugs: [...new Set(projects)],
  });
  return {
    id,
    slug,
    name,
    access,
    organization: organization.slug,
    members: members.map((member) => member.username),
    projects,
  };
}

const commands: Readonly<Record<string, (options: Options) => Promise<object>>> = {
  "user create": createUserCommand,
  "token create": createTokenCommand,
  "organization create": createOrganizationCommand,
  "team create": createTeamCommand,
};

function readArguments(args: string[]) {
  const text = { type: "string" } as const;
  const list = { type: "string", multiple: true } as const;
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        username: text,
        email: text,
        password: text,
        superuser: { type: "boolean" },
        user: text,
        name: text,
        scope: text,
        slug: text,
        owner: text,
        organization: text,
        access: text,
        member: list,
        project: list,
      },
    });
  } catch (error) {
    throw new Refusal(`${error instanceof Error ? error.message : "Unreadable arguments."}\n${usage}`, 2);
  }
}

/** The first message of field errors, with the field's name. */
function firstMessage(fields: FieldErrors | string[]): string {
  const [name, value] = Object.entries(fields)[0] ?? ["", ""];
  if (Array.isArray(fields)) return String(value);
  return typeof value === "object" && !Array.isArray(value)
    ? firstMessage(value)
    : `${name}: ${String(Array.isArray(value) ? value[0] : value)}`;
}

function explain(error: unknown): { message: string; exitCode: number } {
  if (error instanceof Refusal) return error;
  if (isProblem(error)) {
    return { message: error.fields ? firstMessage(error.fields) : error.message, exitCode: 1 };
  }
  return { message: error instanceof Error ? error.message : String(error), exitCode: 1 };
}

try {
  const { positionals, values } = readArguments(process.argv.slice(2));
  const run = commands[positionals.join(" ")];
  if (!run) throw new Refusal(usage, 2);
  console.log(JSON.stringify(await run(values)));
} catch (error) {
  const { message, exitCode } = explain(error);
  console.error(message);
  process.exitCode = exitCode;
} finally {
  await db.$disconnect();
}
