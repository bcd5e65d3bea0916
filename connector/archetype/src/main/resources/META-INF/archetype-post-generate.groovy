File project = new File(request.outputDirectory, request.artifactId)
new File(project, "mvnw").setExecutable(true)
if (request.getProperties().get("server") != "liberty") {
    new File(project, "src/main/liberty").deleteDir()
}
