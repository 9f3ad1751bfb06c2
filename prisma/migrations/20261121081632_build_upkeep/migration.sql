-- CreateIndex
CREATE INDEX "builds_project_id_rebuild_of_id_idx" ON "builds"("project_id", "rebuild_of_id");

-- CreateIndex
CREATE INDEX "builds_config_id_idx" ON "builds"("config_id");

-- CreateIndex
CREATE INDEX "cancellations_newer_build_id_idx" ON "cancellations"("newer_build_id");

-- Ended builds whose log still lies in the database.
CREATE INDEX "builds_unarchived_idx" ON "builds"("finished_at") WHERE "log_key" IS NULL AND "finished_at" IS NOT NULL;
