-- AlterTable
ALTER TABLE "shares" ADD COLUMN     "can_reveal" BOOLEAN NOT NULL DEFAULT true;
