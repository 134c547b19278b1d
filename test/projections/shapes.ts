// Shapes for tests: the fixed ones, and for records what every record has.
import { fixedShapes } from '../../projections/all-projections.js';
import { unlistedRecordsShape } from '../../projections/records/records-shape.js';

export const shapeOf = (projection: string) => fixedShapes[projection] ?? unlistedRecordsShape;
