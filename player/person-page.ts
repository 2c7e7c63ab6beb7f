import { replaceBroken } from './broken-pictures.ts';
import { localTimes } from './station/local-times.ts';

/* The page of a radio personality: times in the reader's zone. Without this script it has those of the station's zone. */

replaceBroken();
localTimes(document);
