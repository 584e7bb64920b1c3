/** Where the story stands. `turnNumber` is the turn the scene opened; `createdAt` is milliseconds since 1970. */
export interface Scene {
  sceneId: string;
  locationEntityId: string;
  presentEntityIds: string[];
  description: string;
  turnNumber: number;
  createdAt: number;
}
