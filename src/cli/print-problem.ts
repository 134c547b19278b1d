// Problems of a document, the way compilers print them: `file:line:column: message`.
import type { Problem } from '../specification/model/specification.js';

export function printProblem(file: string, problem: Problem): string {
  const remedy = problem.remedy ? ` ${problem.remedy}` : '';
  return `${file}:${problem.line}:${problem.column}: ${problem.message};${remedy}`.replace(/;$/, '');
}
