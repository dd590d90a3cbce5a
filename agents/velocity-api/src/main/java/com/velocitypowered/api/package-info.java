/**
 * Declarations of what the agent uses of Velocity's API: for the compiler and the tests, never in
 * the jar. What has values keeps the ones that it was given, and nothing else is done here.
 */
package com.velocitypowered.api;
