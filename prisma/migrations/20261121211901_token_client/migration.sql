-- AlterTable
ALTER TABLE "api_tokens" ADD COLUMN     "last_used_client" TEXT;
