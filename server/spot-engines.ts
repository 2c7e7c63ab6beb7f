import { podcastAgents } from './engines/agents/podcast-agent.ts';
import { episodeStitcher } from './engines/audio/stitch-episode.ts';
import { mmdbGeo, packagedDatabases } from './engines/geo/mmdb.ts';

/** What spots in podcasts are chosen and inserted with; the places of addresses are loaded when they are first needed. */
export const spotEngines = () => ({
  stitcher: episodeStitcher(),
  podcastAgents: podcastAgents(),
  geo: mmdbGeo(packagedDatabases()),
});
