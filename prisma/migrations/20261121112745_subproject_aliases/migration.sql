-- Aliases may have several segments. Which letters they are made of is the product's rule: \w differs between locales.
ALTER TABLE "subproject_relations"
  DROP CONSTRAINT "subproject_relations_alias_check",
  ADD CONSTRAINT "subproject_relations_alias_check" CHECK (
    "alias" ~ '^[^/.?#[:space:]]+(/[^/.?#[:space:]]+)*$' AND char_length("alias") <= 255);
