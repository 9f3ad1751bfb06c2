-- CreateTable
CREATE TABLE "build_data" (
    "build_id" INTEGER NOT NULL,
    "body" JSONB NOT NULL,

    CONSTRAINT "build_data_pkey" PRIMARY KEY ("build_id")
);

-- AddForeignKey
ALTER TABLE "build_data" ADD CONSTRAINT "build_data_build_id_fkey" FOREIGN KEY ("build_id") REFERENCES "builds"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
