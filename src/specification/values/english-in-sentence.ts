/** A title within an English sentence: “Request” is a noun there as any other, “CAPA” keeps its capitals. */
export const lowerCaseInSentence = (title: string): string =>
  /^\p{Lu}\p{Ll}/u.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
