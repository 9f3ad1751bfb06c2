import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { callerOf } from "#lib/auth/actor.ts";
import { authOptions } from "#lib/auth/next-auth.ts";
import { requireSameOrigin } from "#lib/auth/same-origin.ts";
import { isProblem } from "#lib/platform/errors.ts";

type Context = { params: Promise<{ nextauth: string[] }> };

async function handle(request: NextRequest, context: Context): Promise<Response> {
  try {
    if (request.method === "POST") requireSameOrigin(request.headers);
  } catch (error) {
    if (isProblem(error)) return Response.json({ detail: error.message }, { status: 403 });
    throw error;
  }
  return NextAuth(request, context, authOptions(callerOf(request.headers)));
}

export { handle as GET, handle as POST };
