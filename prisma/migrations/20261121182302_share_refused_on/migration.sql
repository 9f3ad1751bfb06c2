-- AlterTable
ALTER TABLE "shares" ADD COLUMN     "refused_on" DATE;
