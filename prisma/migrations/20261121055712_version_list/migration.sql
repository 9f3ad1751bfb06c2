-- CreateIndex
CREATE INDEX "versions_project_id_verbose_name_id_idx" ON "versions"("project_id", "verbose_name" DESC, "id" DESC);
