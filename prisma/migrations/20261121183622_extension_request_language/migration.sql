-- AlterTable
ALTER TABLE "extension_requests" ADD COLUMN     "language" TEXT NOT NULL DEFAULT 'en';
