/** 0 to 100. */
export const LoadingBar = ({ percent }: { readonly percent: number }) => (
  <progress className="db-progress" max={100} value={percent} aria-label={`${percent} % loaded`} />
);
