-- CreateIndex
CREATE INDEX "project_tags_name_idx" ON "project_tags"("name");
