// CommonMark 0.31.2, section 2.1: a lone carriage return ends a line, too.
export const splitLines = (text: string): readonly string[] => text.split(/\r\n|\n|\r/);
