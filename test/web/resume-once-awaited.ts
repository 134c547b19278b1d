import type { RunningProjections } from '#projections/running-projections.js';

/** Resumes a paused projection as soon as a request waits for it. */
export function resumeOnceAwaited(projections: RunningProjections, name: string): void {
  const { waitFor } = projections;
  projections.waitFor = (...target) => {
    projections.waitFor = waitFor;
    const reached = waitFor.apply(projections, target);
    projections.subscription(name).resume();
    return reached;
  };
}
