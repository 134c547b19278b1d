/** “Request” becomes lower case, “CAPA” stays. */
export const lowerCaseInSentence = (title: string): string =>
  /^\p{Lu}\p{Ll}/u.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
