-- AlterTable
ALTER TABLE "repository_tokens" ADD COLUMN     "origin" TEXT NOT NULL;
