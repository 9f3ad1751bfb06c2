-- CreateTable
CREATE TABLE "build_pages" (
    "build_id" INTEGER NOT NULL,
    "pages" JSONB NOT NULL,

    CONSTRAINT "build_pages_pkey" PRIMARY KEY ("build_id")
);

-- CreateTable
CREATE TABLE "diff_bases" (
    "version_id" INTEGER NOT NULL,
    "base_slug" TEXT NOT NULL,
    "base_build_id" INTEGER NOT NULL,
    "pages" JSONB NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "diff_bases_pkey" PRIMARY KEY ("version_id")
);

-- AddForeignKey
ALTER TABLE "build_pages" ADD CONSTRAINT "build_pages_build_id_fkey" FOREIGN KEY ("build_id") REFERENCES "builds"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "diff_bases" ADD CONSTRAINT "diff_bases_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "versions"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
