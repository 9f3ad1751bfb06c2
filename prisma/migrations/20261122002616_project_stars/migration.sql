-- CreateTable
CREATE TABLE "stars" (
    "user_id" INTEGER NOT NULL,
    "project_id" INTEGER NOT NULL,

    CONSTRAINT "stars_pkey" PRIMARY KEY ("user_id","project_id")
);

-- CreateIndex
CREATE INDEX "stars_project_id_idx" ON "stars"("project_id");

-- AddForeignKey
ALTER TABLE "stars" ADD CONSTRAINT "stars_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "stars" ADD CONSTRAINT "stars_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- What runs or waits, of all projects.
CREATE INDEX "builds_open_idx" ON "builds"("created" DESC, "id" DESC) WHERE "state" IN ('triggered', 'cloning', 'installing', 'building', 'uploading');
