import type { z } from 'zod';

export interface SystemOperation {
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly id: string;
  readonly summary: string;
  readonly status: 200 | 201;
  readonly body?: z.ZodType;
  /** The body is a file. */
  readonly takesFile?: true;
  readonly answers: z.ZodType;
  /** Default: JSON. */
  readonly mediaType?: string;
  /** Path parameters. */
  readonly ids?: readonly string[];
  /** Required query parameters. */
  readonly query?: readonly string[];
  /** Optional query parameters. */
  readonly filters?: readonly string[];
  /** Paginated: the response may hold a cursor. */
  readonly goesOn?: true;
  readonly forAuditors?: true;
  readonly forAdmins?: true;
}
