-- Adding the words of a page one by one takes four times as long. Whoever adds pages clears the list of those that wait, which is short.
ALTER INDEX "search_sections_words_idx" RESET (fastupdate);
