-- DropIndex
DROP INDEX "domains_state_last_checked_at_idx";

-- AlterTable
ALTER TABLE "domains" ADD COLUMN     "next_check_at" TIMESTAMPTZ(3),
ALTER COLUMN "findings" SET DEFAULT '{}';

-- CreateIndex
CREATE INDEX "domains_host_idx" ON "domains"("host");

-- CreateIndex
CREATE INDEX "domains_next_check_at_idx" ON "domains"("next_check_at");
