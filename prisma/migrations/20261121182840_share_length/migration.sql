-- AlterTable
ALTER TABLE "shares" ADD COLUMN     "length_days" INTEGER NOT NULL DEFAULT 7;
