/** Signatures of what the agent uses of Velocity's API: for the compiler only, never in the jar. */
package com.velocitypowered.api;
