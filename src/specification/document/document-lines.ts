// The lines of a document, as CommonMark ends them (0.31.2, section 2.1): also a carriage return alone ends one.
export const splitLines = (text: string): readonly string[] => text.split(/\r\n|\n|\r/);
