// Page: applications.
import { Document } from '../document.js';
import { type ApplicationsPage as Props } from '../view-models.js';

export function ApplicationsPage(props: Props) {
  return (
    <Document frame={props.frame}>
      <h1>{props.frame.title}</h1>
    </Document>
  );
}
