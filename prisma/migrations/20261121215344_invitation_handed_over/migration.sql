-- AlterTable
ALTER TABLE "invitations" ADD COLUMN     "handed_over" BOOLEAN NOT NULL DEFAULT false;
