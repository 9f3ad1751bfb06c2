-- CreateTable
CREATE TABLE "build_environments" (
    "build_id" INTEGER NOT NULL,
    "body" JSONB NOT NULL,

    CONSTRAINT "build_environments_pkey" PRIMARY KEY ("build_id")
);

-- AddForeignKey
ALTER TABLE "build_environments" ADD CONSTRAINT "build_environments_build_id_fkey" FOREIGN KEY ("build_id") REFERENCES "builds"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
