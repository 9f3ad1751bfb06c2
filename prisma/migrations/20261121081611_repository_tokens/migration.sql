-- CreateTable
CREATE TABLE "repository_tokens" (
    "project_id" INTEGER NOT NULL,
    "username" TEXT NOT NULL,
    "token_sealed" BYTEA NOT NULL,
    "last_four" TEXT NOT NULL,
    "created_by" INTEGER,
    "created" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "repository_tokens_pkey" PRIMARY KEY ("project_id")
);

-- AddForeignKey
ALTER TABLE "repository_tokens" ADD CONSTRAINT "repository_tokens_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "repository_tokens" ADD CONSTRAINT "repository_tokens_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
