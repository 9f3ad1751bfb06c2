-- CreateTable
CREATE TABLE "build_caches" (
    "project_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "storage_key" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "build_caches_pkey" PRIMARY KEY ("project_id","key")
);

-- CreateIndex
CREATE UNIQUE INDEX "build_caches_storage_key_key" ON "build_caches"("storage_key");

-- AddForeignKey
ALTER TABLE "build_caches" ADD CONSTRAINT "build_caches_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
