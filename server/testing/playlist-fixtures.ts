const nobody = '00000000-0000-4000-8000-000000000000';
const newPlaylist = {
  name: 'Mornings',
  weight: 2,
  enabled: true,
  shuffle: false,
  exclusive: true,
  hours: [{ days: [1, 2], from: 360, to: 600 }],
  content: 'tags',
  tags: ['morning'],
  match: 'any',
};

/** Valid calls of the endpoints of contract/api/playlists.ts. */
export const playlistFixtures = {
  'playout.playlist': { params: { id: nobody } },
  'playout.addPlaylist': { body: newPlaylist },
  'playout.changePlaylist': { params: { id: nobody }, body: { weight: 2 } },
  'playout.removePlaylist': { params: { id: nobody } },
  'playout.setPlaylistHours': { body: { playlists: [{ id: nobody, hours: [] }] } },
  'playout.setPlaylistWeight': { body: { weight: 2 } },
};
