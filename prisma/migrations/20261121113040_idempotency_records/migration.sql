-- CreateEnum
CREATE TYPE "idempotency_state" AS ENUM ('running', 'committed', 'done');

-- CreateTable
CREATE TABLE "idempotency_records" (
    "actor" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "request_hash" BYTEA NOT NULL,
    "state" "idempotency_state" NOT NULL DEFAULT 'running',
    "claim" UUID NOT NULL,
    "lease_until" TIMESTAMPTZ(3) NOT NULL,
    "status" INTEGER,
    "headers" JSONB,
    "body_sealed" BYTEA,
    "created" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_records_pkey" PRIMARY KEY ("actor","key")
);

-- CreateIndex
CREATE UNIQUE INDEX "idempotency_records_claim_key" ON "idempotency_records"("claim");

-- CreateIndex
CREATE INDEX "idempotency_records_expires_at_idx" ON "idempotency_records"("expires_at");

-- What Prisma cannot state.
ALTER TABLE "idempotency_records"
  ADD CONSTRAINT "idempotency_records_done_check" CHECK (
    ("state" = 'done') = ("status" IS NOT NULL)
    AND ("status" IS NULL) = ("headers" IS NULL)
    AND ("status" IS NULL) = ("body_sealed" IS NULL)),
  ADD CONSTRAINT "idempotency_records_lengths_check" CHECK (
    char_length("key") BETWEEN 1 AND 255 AND char_length("actor") <= 100 AND char_length("path") <= 2000);
