/** On the document, once parts were replaced: islands set up what is new. */
export const RESULTS_REPLACED = 'daybook-replaced';
