const gone = { detail: "Version 2 is gone: use /api/v3/embed/." };

/** Pages written long ago still ask; scripts of theirs may read why they get nothing (spec/serving.md 19). */
export const GET = (): Response =>
  Response.json(gone, { status: 410, headers: { "Access-Control-Allow-Origin": "*" } });
