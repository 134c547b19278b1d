// Whether somebody wrote anything at all. White space of any script, and characters nobody sees, say nothing.
const NOTHING = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** true: empty, or nothing in it can be seen. White space is no reason. */
export function isBlank(text: string | null | undefined): boolean {
  return text === null || text === undefined || NOTHING.test(text);
}
