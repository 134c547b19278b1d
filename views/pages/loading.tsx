// Page: how much of the examples is there, instead of lists that are not whole yet.
import { Document } from '../frame/document.js';
import { LoadingBar } from '../parts/loading-bar.js';
import type { LoadingPage as Props } from '../view-models/system.js';

export function LoadingPage({ frame, percent }: Props) {
  return (
    <Document frame={frame} width="narrow">
      <div className="db-loading">
        <h1>Loading the examples, {percent} %</h1>
        <LoadingBar percent={percent} />
        <p>
          Seven months of purchase requests, permits and corrective actions are being written down. This page
          loads itself again until they are there.
        </p>
        <p>
          <a className="btn" href={frame.here}>
            Look again
          </a>
        </p>
      </div>
    </Document>
  );
}
