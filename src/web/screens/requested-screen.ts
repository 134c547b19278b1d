// The screen an address names, for those it is for.
import type { Screen } from '#specification/model/specification.js';
import type { RecordRequest } from '../requests/record-request.js';
import { assertCanSeeScreen } from '../addresses/visible-screens.js';

/** Throws `Refused` NOT_PERMITTED with whom the screen is for. */
export function requestedScreen({ route, specification, viewer }: RecordRequest, now: string): Screen {
  const screen = route.screen!;
  assertCanSeeScreen(screen, specification, viewer, now);
  return screen;
}
