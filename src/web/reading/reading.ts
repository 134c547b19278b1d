// One request for a page, with what pages are made from.
import type { Request, Response } from 'express';
import type { Sources } from '#query-handling/ports.js';
import type { Frames } from '../frames.js';

export interface Reading {
  readonly sources: Sources;
  readonly frames: Frames;
  readonly request: Request;
  readonly response: Response;
}
