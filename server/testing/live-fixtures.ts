/** A valid call of each public endpoint about what plays. */
export const liveFixtures = {
  'live.nowPlaying': { params: { mount: 'nowhere' } },
  'live.several': { query: { mounts: 'nowhere' } },
  'live.followSeveral': { query: { mounts: 'nowhere' } },
  'live.follow': { params: { mount: 'nowhere' } },
};
