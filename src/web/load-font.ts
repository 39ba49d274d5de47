/*
 * Imported first: the font, which the page has fetched by then, is ready for the first paint. Without this the browser
 * decodes it when text is drawn, and on a busy machine replaces the fallback font after that, which moves the text.
 */
void document.fonts.load("1em Sofia Sans");
