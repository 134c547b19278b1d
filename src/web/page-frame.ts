// The frame of a page that is read: says as well what was left out of a request.
import type { Request } from 'express';
import type { Frame } from '#views/view-models/frame.js';
import type { PageFrames, FrameContent } from './frames.js';

/** `ignored`: parts of the address that were not understood, in words. */
export async function frameOf(
  frames: PageFrames,
  request: Request,
  framing: FrameContent,
  ignored: readonly string[] = [],
): Promise<Frame> {
  const frame = await frames.of(request, framing);
  const said = [frame.notice, ...ignored.slice(0, 5)].filter((part) => part !== undefined);
  return said.length > 0 ? { ...frame, notice: said.join(' ') } : frame;
}
